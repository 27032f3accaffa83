import { parse, stringify } from 'yaml';

/** In a cluster a CronJob backs up, which serves no metrics: kube-state-metrics knows when it last succeeded. */
const BACKUP_EXPRESSION = `time() - max(kube_cronjob_status_last_successful_time{cronjob="luit-backup"}) > 93600\n`;

/** A PrometheusRule with the alerts of Prometheus' own rule file. */
export function prometheusRule(rules) {
  const { groups } = parse(rules);
  for (const group of groups)
    for (const rule of group.rules) if (rule.alert === 'LuitBackupOverdue') rule.expr = BACKUP_EXPRESSION;
  const manifest = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: {
      name: 'luit',
      namespace: 'luit',
      labels: { 'app.kubernetes.io/name': 'luit', 'app.kubernetes.io/part-of': 'luit' },
    },
    spec: { groups },
  };
  return `# Written by \`npm run kubernetes\` from infra/prometheus/rules.yml.\n${stringify(manifest, { lineWidth: 0 })}`;
}
