package dev.bookend.api.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.serve.Headers;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class SelectorsTest {
    private static final Json.Obj POD =
            (Json.Obj)
                    ((JsonRead.Value)
                                    JsonRead.of(
                                            """
                                            {"metadata":{"name":"web","namespace":"default",
                                              "labels":{"app":"web","tier":"front"}},
                                             "spec":{"nodeName":"here"},
                                             "status":{"phase":"Running"}}
                                            """))
                            .json();

    private static boolean selects(String kind, String text) throws ApiError {
        var request = new HttpRequest("GET", "", Map.of(kind, List.of(text)), new Headers());
        return Selectors.of(request, ResourceType.PODS).test(POD);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    app=web                     | true
                    app==web,tier=front         | true
                    app!=web                    | false
                    other!=x                    | true
                    app                         | true
                    !app                        | false
                    !other                      | true
                    app in (web, db),tier       | true
                    app in (db)                 | false
                    app notin (db)              | true
                    other notin (db)            | true
                    other in (db)               | false
                    """)
    void labels(String selector, boolean selected) throws ApiError {
        assertThat(selects("labelSelector", selector)).isEqualTo(selected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    metadata.name=web                               | true
                    metadata.name!=web                              | false
                    status.phase=Running,spec.nodeName=here         | true
                    status.phase!=Running                           | false
                    """)
    void fields(String selector, boolean selected) throws ApiError {
        assertThat(selects("fieldSelector", selector)).isEqualTo(selected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "app in web", "=x"})
    void badLabelSelectorsAreRefused(String selector) {
        assertThatThrownBy(() -> selects("labelSelector", selector))
                .isInstanceOfSatisfying(ApiError.class, it -> assertThat(it.code()).isEqualTo(400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec.image=x", "metadata.name"})
    void badFieldSelectorsAreRefused(String selector) {
        assertThatThrownBy(() -> selects("fieldSelector", selector))
                .isInstanceOfSatisfying(ApiError.class, it -> assertThat(it.code()).isEqualTo(400));
    }
}
