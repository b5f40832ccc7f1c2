{{- /* The helpers take a dict of "root", the chart's context, and "component". */}}

{{- define "feedmill.selector" -}}
app.kubernetes.io/name: feedmill
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "feedmill.labels" -}}
{{ include "feedmill.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "feedmill.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
  labels: {{- include "feedmill.labels" . | nindent 4 }}
  annotations:
    {{- with index .root.Values.roles .component }}
    eks.amazonaws.com/role-arn: {{ . }}
    {{- end }}
    {{- with .annotations }}{{- toYaml . | nindent 4 }}{{- end }}
automountServiceAccountToken: false
{{- end }}

{{- /* What all pods have; "uid" is the user of the image. Service links would be variables FEEDMILL_…, which are settings. */}}
{{- define "feedmill.pod" -}}
enableServiceLinks: false
automountServiceAccountToken: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {runAsNonRoot: true, runAsUser: {{ .uid }}, runAsGroup: {{ .uid }}, seccompProfile: {type: RuntimeDefault}}
volumes: [{name: tmp, emptyDir: {}}]
{{- end }}

{{- define "feedmill.container" -}}
image: {{ index .root.Values.images .image }}
securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
volumeMounts: [{name: tmp, mountPath: /tmp}]
env:
  - {name: AWS_REGION, value: {{ .root.Values.region }}}
  - {name: FEEDMILL_TABLES_PREFIX, value: {{ .root.Values.prefix }}}
  - {name: FEEDMILL_QUEUES_PREFIX, value: {{ .root.Values.prefix }}}
  {{- range $name, $value := merge (dict) .settings .root.Values.settings.common }}
  {{- /* A number of a values file is a float: as text it would be 1e+06. */}}
  - {name: {{ $name | upper | replace "." "_" | replace "-" "" }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}}
  {{- end }}
{{- end }}
