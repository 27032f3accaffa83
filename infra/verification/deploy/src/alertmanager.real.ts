import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from './go-programs';

const SCRIPT = path.resolve(__dirname, '..', '..', '..', 'deploy', 'prometheus', 'alertmanager.sh');

describe('the configuration of Alertmanager', () => {
  it.each(['smtp://sandbox:1025', 'smtps://user%40example.com:p%3As@mail.example.com'])(
    'is accepted, and has a receiver that works, with %s',
    (SMTP_URL) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'luit-alertmanager-'));
      try {
        const variables = { SMTP_URL, ADMIN_EMAIL: 'owner@example.com', MAIL_FROM: 'Luit <hello@luit.test>' };
        // The script starts Alertmanager in the end.
        const env = { PATH: process.env.PATH, ALERTMANAGER: 'true', DATA_DIR: folder, ...variables };
        execFileSync('sh', [SCRIPT], { env });
        const file = path.join(folder, 'alertmanager.yml');
        expect(runProgram('amtool', ['check-config', file])).toContain('SUCCESS');
        const routed = (...labels: string[]) =>
          runProgram('amtool', ['config', 'routes', 'test', `--config.file=${file}`, ...labels]).trim();
        expect(routed('severity=page')).toBe('operators');
        expect(routed('alertname=LuitDeadMansSwitch')).toBe('nobody');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
