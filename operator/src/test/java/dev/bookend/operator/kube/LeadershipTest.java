package dev.bookend.operator.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.process.HandClock;
import dev.bookend.operator.process.Quiet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;

class LeadershipTest {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/bookend/leases";
    private static final String LEASE = LEASES + "/bookend-operator";
    private final HandClock clock = new HandClock();
    private FakeApi api;
    private Leadership one;
    private Leadership two;

    @BeforeEach
    void begin() throws IOException {
        api = new FakeApi();
        one = operator("one");
        two = operator("two");
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void ofTwoOperatorsOneLeads() throws InterruptedException {
        turns(3);
        assertThat(one.leads()).isTrue();
        assertThat(two.leads()).isFalse();
    }

    @Test
    void aLeaseThatIsGivenBackIsTakenAtOnce() throws InterruptedException {
        turns(1);
        one.release();
        two.turn();
        one.turn();
        assertThat(two.leads()).isTrue();
        assertThat(one.leads()).isFalse();
    }

    @Test
    void aLeaseThatNobodyRenewsIsTakenWhenItHasRunOut() throws InterruptedException {
        one.turn();
        two.turn();
        pass(Leadership.LEASE);
        two.turn();
        assertThat(two.leads()).as("not a moment before its end").isFalse();
        pass(Duration.ofSeconds(1));
        two.turn();
        assertThat(two.leads()).isTrue();
        one.turn();
        assertThat(one.leads()).as("the former leader sees it").isFalse();
    }

    @Test
    void whoCannotRenewStopsBeforeAnotherMayBegin() throws InterruptedException {
        turns(1);
        var since = Duration.ZERO;
        while (one.leads()) {
            pass(Leadership.RENEWAL);
            since = since.plus(Leadership.RENEWAL);
            api.fail("GET " + LEASE, 503);
            one.turn();
            two.turn();
            assertThat(two.leads()).isFalse();
        }
        assertThat(since).isLessThan(Leadership.LEASE);
    }

    @Test
    void ofTwoThatTakeItAtOnceOnlyOneLeads() throws InterruptedException {
        api.fail("POST " + LEASES, 409);
        one.turn();
        assertThat(one.leads()).isFalse();
        two.turn();
        api.fail("PUT " + LEASE, 409);
        two.turn();
        assertThat(two.leads()).as("somebody else wrote the lease").isFalse();
    }

    @Test
    void aLeaderWhoseRenewalMeetsAnErrorLeadsOnForAWhile() throws InterruptedException {
        turns(1);
        pass(Leadership.RENEWAL);
        api.fail("PUT " + LEASE, 500);
        one.turn();
        assertThat(one.leads()).isTrue();
    }

    @Test
    void aDeletedLeaseIsMadeAgain() throws InterruptedException {
        turns(1);
        api.delete(LEASE);
        turns(1);
        assertThat(one.leads()).isTrue();
        assertThat(holder()).isEqualTo("one");
    }

    private String holder() {
        return api.object(LEASE)
                .flatMap(it -> it.at("spec", "holderIdentity"))
                .flatMap(Json::text)
                .orElse("");
    }

    private Leadership operator(String name) {
        return new Leadership(api.client(), "bookend", name, clock, Quiet.log(clock));
    }

    private void turns(int count) throws InterruptedException {
        for (var i = 0; i < count; i++) {
            one.turn();
            two.turn();
            pass(Leadership.RENEWAL);
        }
    }

    private void pass(Duration time) {
        clock.pass(time);
    }
}
