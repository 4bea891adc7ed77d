{{- define "bookend.labels" -}}
app.kubernetes.io/name: bookend
app.kubernetes.io/component: operator
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "bookend.selector" -}}
app.kubernetes.io/name: bookend
app.kubernetes.io/component: operator
{{- end }}

{{/* The pods that use a key of ours: nobody else is ever asked about (KUBE-7). */}}
{{- define "bookend.conditions" -}}
- name: is-no-mirror
  expression: >-
    !has(object.metadata.annotations) || !('kubernetes.io/config.mirror' in object.metadata.annotations)
- name: asks-for-an-order
  expression: >-
    {{- include "bookend.asks" "object" | nindent 4 }}
{{- end }}

{{/* Whether the pod of that name in CEL asks for an order. */}}
{{- define "bookend.asks" -}}
(has({{ . }}.metadata.annotations) && {{ . }}.metadata.annotations.exists(key, key in
{{ include "bookend.annotations" . }}))
|| (has({{ . }}.metadata.labels)
&& 'apps.kruise.io/container-launch-priority' in {{ . }}.metadata.labels)
|| {{ . }}.spec.containers.exists(c, has(c.env) && c.env.exists(e, e.name in
['KRUISE_CONTAINER_PRIORITY', 'KRUISE_EXIT_PRIORITY', 'KRUISE_CONTAINER_BARRIER']))
|| (has({{ . }}.spec.initContainers) && {{ . }}.spec.initContainers.exists(c,
has(c.env) && c.env.exists(e, e.name in
['KRUISE_CONTAINER_PRIORITY', 'KRUISE_EXIT_PRIORITY', 'KRUISE_CONTAINER_BARRIER'])))
{{- end }}

{{/* The annotations with which a pod states its order: OrderKeys, and a test says so. */}}
{{- define "bookend.annotations" -}}
['apps.kruise.io/container-launch-priority', 'kruise.io/container-exit-priority',
'bookend.dev/sidecars', 'bookend.dev/sidecar-exit-codes', 'bookend.dev/strict-hooks',
'bookend.dev/launch-hold', 'bookend.dev/readiness-gate']
{{- end }}

{{/* What Bookend itself writes on pods: OrderKeys, and a test says so. */}}
{{- define "bookend.own" -}}
['bookend.dev/launch', 'bookend.dev/launch-opened', 'bookend.dev/launch-nudge',
'bookend.dev/launch-refused', 'bookend.dev/manifest-file', 'bookend.dev/new-images']
{{- end }}

{{/* Whether key k was meant to be annotation a: the same name behind another prefix, or up to three
     letters in one place are others, too many or missing. Whatever is near here is near to the
     command line's check, which counts letters everywhere. */}}
{{- define "bookend.near" -}}
a.substring(a.indexOf('/')) == k.substring(k.indexOf('/')) || [0, 1, 2, 3].exists(w,
size(a) - size(k) + w >= 0 && size(a) - size(k) + w <= 3
&& [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43].exists(i, i + w <= size(k)
&& a.startsWith(k.lowerAscii().substring(0, i)) && a.endsWith(k.lowerAscii().substring(i + w))))
{{- end }}

{{- define "bookend.namespaces" -}}
matchExpressions:
- key: kubernetes.io/metadata.name
  operator: NotIn
  values: {{ concat (list .Release.Namespace) .Values.excludedNamespaces | toJson }}
{{- end }}

{{- define "bookend.injection" -}}
{{- if eq .Values.certificates.from "cert-manager" }}
  annotations:
    cert-manager.io/inject-ca-from: {{ .Release.Namespace }}/bookend-webhook
{{- end }}
{{- end }}

{{/* Requests of the operator's own account. */}}
{{- define "bookend.itself" -}}
- name: is-the-operator
  expression: request.userInfo.username == 'system:serviceaccount:{{ .Release.Namespace }}:bookend-operator'
{{- end }}
