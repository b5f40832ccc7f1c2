{{- /* The helpers take a dict of "root", the chart's context, and "component": api, worker or schema, as in the values. */}}

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
{{- with .root.Values.labels }}
{{ toYaml . }}
{{- end }}
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
    {{- with merge (dict) (default dict .annotations) .root.Values.serviceAccount.annotations }}{{ toYaml . | nindent 4 }}{{ end }}
automountServiceAccountToken: false
{{- end }}

{{- /* The values "pod", and those of the component. */}}
{{- define "feedmill.options" -}}
{{ toYaml (mergeOverwrite (deepCopy .root.Values.pod) (index .root.Values .component).pod) }}
{{- end }}

{{- define "feedmill.metadata" -}}
{{- $pod := include "feedmill.options" . | fromYaml -}}
labels: {{- toYaml (merge (include "feedmill.selector" . | fromYaml) $pod.labels) | nindent 2 }}
{{- with $pod.annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What all pods have; "uid" is the user of the image. Service links would be variables FEEDMILL_…, which are settings. */}}
{{- define "feedmill.pod" -}}
{{- $pod := include "feedmill.options" . | fromYaml -}}
{{- $ca := .root.Values.ca -}}
serviceAccountName: {{ .root.Release.Name }}-{{ .component }}
enableServiceLinks: false
automountServiceAccountToken: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {runAsNonRoot: true, runAsUser: {{ .uid }}, runAsGroup: {{ .uid }}, seccompProfile: {type: RuntimeDefault}}
{{- range $field := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with index $pod $field }}
{{ $field }}: {{ toJson . }}
{{- end }}
{{- end }}
volumes:
  - {name: tmp, emptyDir: {sizeLimit: 1Gi}}
  {{- if $ca.configMap }}
  - {name: ca, configMap: {name: {{ $ca.configMap }}, items: [{key: {{ $ca.key }}, path: ca.crt}]}}
  {{- end }}
  {{- with $pod.volumes }}{{ toYaml . | nindent 2 }}{{ end }}
{{- if $ca.configMap }}
initContainers:
  # Java takes no PEM: adds the certificates to a copy of its own.
  - name: ca
    {{- include "feedmill.image" . | nindent 4 }}
    command:
      - bash
      - -ec
      - |
        cp "$JAVA_HOME/lib/security/cacerts" /tmp/cacerts && chmod u+w /tmp/cacerts
        csplit -sz -f /tmp/ca- /ca/ca.crt '/-----BEGIN CERTIFICATE-----/' '{*}'
        for each in $(grep -l BEGIN /tmp/ca-*); do
          keytool -importcert -noprompt -keystore /tmp/cacerts -storepass changeit -alias "$each" -file "$each"
        done
    volumeMounts: [{name: tmp, mountPath: /tmp}, {name: ca, mountPath: /ca, readOnly: true}]
    resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
{{- end }}
{{- end }}

{{- define "feedmill.image" -}}
image: {{ index .root.Values.images (eq .component "schema" | ternary "cli" .component) }}
securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
{{- end }}

{{- define "feedmill.container" -}}
{{- $pod := include "feedmill.options" . | fromYaml -}}
{{ include "feedmill.image" . }}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  {{- with $pod.volumeMounts }}{{ toYaml . | nindent 2 }}{{ end }}
{{- with $pod.envFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
env:
  - {name: AWS_REGION, value: {{ .root.Values.region }}}
  - {name: FEEDMILL_TABLES_PREFIX, value: {{ .root.Values.prefix }}}
  - {name: FEEDMILL_QUEUES_PREFIX, value: {{ .root.Values.prefix }}}
  {{- range $name, $value := merge (dict) (default dict (index .root.Values.settings .component)) .root.Values.settings.common }}
  {{- /* A number of a values file is a float: as text it would be 1e+06. */}}
  - {name: {{ $name | upper | replace "." "_" | replace "-" "" }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}}
  {{- end }}
  {{- if .root.Values.ca.configMap }}
  - {name: JDK_JAVA_OPTIONS, value: -Djavax.net.ssl.trustStore=/tmp/cacerts}
  {{- end }}
  {{- if eq .component "api" }}
  - name: FEEDMILL_CURSOR_KEYS
    valueFrom: {secretKeyRef: {name: {{ .root.Values.cursorKeys.secret }}, key: {{ .root.Values.cursorKeys.key }}}}
  {{- end }}
  {{- with $pod.env }}{{ toYaml . | nindent 2 }}{{ end }}
{{- end }}
