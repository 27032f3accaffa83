{{- /* The image by its digest, if there is one, otherwise by its tag. */ -}}
{{- define "luit.image" -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag }}{{ end -}}
{{- end -}}
