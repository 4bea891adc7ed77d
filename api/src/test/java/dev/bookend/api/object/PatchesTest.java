package dev.bookend.api.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.api.resource.ApiError;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchesTest {
    private static Json json(String text) {
        return ((JsonRead.Value) JsonRead.of(text.replace('\'', '"'))).json();
    }

    private static Json.Obj object(String text) {
        return (Json.Obj) json(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'a':'b'}           | {'a':'c'}                 | {'a':'c'}
                    {'a':'b'}           | {'b':'c'}                 | {'a':'b','b':'c'}
                    {'a':'b','b':'c'}   | {'a':null}                | {'b':'c'}
                    {'a':['b']}         | {'a':'c'}                 | {'a':'c'}
                    {'a':{'b':'c'}}     | {'a':{'b':'d','c':null}}  | {'a':{'b':'d'}}
                    {'a':[1,2]}         | {'a':[3]}                 | {'a':[3]}
                    {}                  | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}
                    """)
    void mergePatch(String target, String patch, String result) {
        assertThat(MergePatch.apply(json(target), json(patch))).isEqualTo(json(result));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'a':1}       | {'op':'add','path':'/b','value':2} | {'a':1,'b':2}
                    {'a':[1,3]}   | {'op':'add','path':'/a/1','value':2} | {'a':[1,2,3]}
                    {'a':[1]}     | {'op':'add','path':'/a/-','value':2} | {'a':[1,2]}
                    {'a':1,'b':2} | {'op':'remove','path':'/a'} | {'b':2}
                    {'a':[1,2]}   | {'op':'remove','path':'/a/0'} | {'a':[2]}
                    {'a':1}       | {'op':'replace','path':'/a','value':null}         | {'a':null}
                    {'a':[1,2]}   | {'op':'replace','path':'/a/1','value':3} | {'a':[1,3]}
                    {'a':1}       | {'op':'move','from':'/a','path':'/b'} | {'b':1}
                    {'a':1}       | {'op':'copy','from':'/a','path':'/b'} | {'a':1,'b':1}
                    {'a/b':1}     | {'op':'test','path':'/a~1b','value':1} | {'a/b':1}
                    """)
    void jsonPatch(String target, String operation, String result) throws ApiError {
        assertThat(JsonPatch.apply(json(target), json("[%s]".formatted(operation))))
                .isEqualTo(json(result));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'op':'remove','path':'/nothing'}       | 422
                    {'op':'test','path':'/a','value':2}     | 422
                    {'op':'add','path':'/l/5','value':2}    | 422
                    {'op':'hop','path':'/a','value':2}      | 422
                    {'op':'add','path':'a','value':2}       | 422
                    {'op':'add','path':'/a'}                | 422
                    {'op':'remove','path':''}               | 422
                    """)
    void jsonPatchRefuses(String operation, int code) {
        assertThatThrownBy(
                        () ->
                                JsonPatch.apply(
                                        json("{'a':1,'l':[1]}"), json("[%s]".formatted(operation))))
                .isInstanceOfSatisfying(
                        ApiError.class, it -> assertThat(it.code()).isEqualTo(code));
    }

    @Test
    void listsAreMergedByTheirKeys() throws ApiError {
        var pod = object("{'containers':[{'name':'a','image':'1'},{'name':'b','image':'1'}]}");
        var patch = object("{'containers':[{'name':'b','image':'2'},{'name':'c','image':'3'}]}");
        assertThat(StrategicPatch.apply(pod, patch))
                .isEqualTo(
                        object(
                                "{'containers':[{'name':'a','image':'1'},{'name':'b','image':'2'},"
                                        + "{'name':'c','image':'3'}]}"));
    }

    @Test
    void itemsAreDeletedAndOrderedAsKubectlSays() throws ApiError {
        var pod = object("{'env':[{'name':'a','value':'1'},{'name':'b','value':'2'}]}");
        var patch =
                object(
                        "{'$setElementOrder/env':[{'name':'c'},{'name':'b'}],"
                            + "'env':[{'name':'a','$patch':'delete'},{'name':'c','value':'3'}]}");
        assertThat(StrategicPatch.apply(pod, patch))
                .isEqualTo(object("{'env':[{'name':'c','value':'3'},{'name':'b','value':'2'}]}"));
    }

    @Test
    void portsOfContainersAndServicesHaveTheirOwnKeys() throws ApiError {
        assertThat(
                        StrategicPatch.apply(
                                object("{'ports':[{'containerPort':80,'name':'x'}]}"),
                                object("{'ports':[{'containerPort':80,'name':'y'}]}")))
                .isEqualTo(object("{'ports':[{'containerPort':80,'name':'y'}]}"));
        assertThat(
                        StrategicPatch.apply(
                                object("{'ports':[{'port':80,'name':'x'}]}"),
                                object("{'ports':[{'port':81,'name':'y'}]}")))
                .isEqualTo(object("{'ports':[{'port':80,'name':'x'},{'port':81,'name':'y'}]}"));
    }

    @Test
    void directivesReplaceRetainAndRemove() throws ApiError {
        assertThat(
                        StrategicPatch.apply(
                                object("{'a':{'b':1,'c':2}}"),
                                object("{'a':{'$patch':'replace','d':3}}")))
                .isEqualTo(object("{'a':{'d':3}}"));
        assertThat(
                        StrategicPatch.apply(
                                object("{'s':{'a':1,'b':2}}"),
                                object("{'s':{'$retainKeys':['b','c'],'c':3}}")))
                .isEqualTo(object("{'s':{'b':2,'c':3}}"));
        assertThat(
                        StrategicPatch.apply(
                                object("{'finalizers':['a','b']}"),
                                object(
                                        "{'$deleteFromPrimitiveList/finalizers':['a'],"
                                                + "'finalizers':['c']}")))
                .isEqualTo(object("{'finalizers':['b','c']}"));
        assertThat(StrategicPatch.apply(object("{'a':{'b':1}}"), object("{'a':null}")))
                .isEqualTo(object("{}"));
    }

    @Test
    void listsWithoutAKeyAreReplaced() throws ApiError {
        assertThat(
                        StrategicPatch.apply(
                                object("{'command':['a','b']}"), object("{'command':['c']}")))
                .isEqualTo(object("{'command':['c']}"));
    }

    @Test
    void anItemWithoutItsKeyIsRefused() {
        assertThatThrownBy(
                        () ->
                                StrategicPatch.apply(
                                        object("{'env':[]}"), object("{'env':[{'value':'1'}]}")))
                .isInstanceOf(ApiError.class)
                .hasMessageContaining("'name'");
    }
}
