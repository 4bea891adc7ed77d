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
    (has(object.metadata.annotations) && object.metadata.annotations.exists(key, key in
    ['apps.kruise.io/container-launch-priority', 'kruise.io/container-exit-priority',
    'bookend.dev/sidecars', 'bookend.dev/sidecar-exit-codes', 'bookend.dev/strict-hooks',
    'bookend.dev/launch-hold']))
    || (has(object.metadata.labels)
    && 'apps.kruise.io/container-launch-priority' in object.metadata.labels)
    || object.spec.containers.exists(c, has(c.env) && c.env.exists(e, e.name in
    ['KRUISE_CONTAINER_PRIORITY', 'KRUISE_EXIT_PRIORITY', 'KRUISE_CONTAINER_BARRIER']))
    || (has(object.spec.initContainers) && object.spec.initContainers.exists(c,
    has(c.env) && c.env.exists(e, e.name in
    ['KRUISE_CONTAINER_PRIORITY', 'KRUISE_EXIT_PRIORITY', 'KRUISE_CONTAINER_BARRIER'])))
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
