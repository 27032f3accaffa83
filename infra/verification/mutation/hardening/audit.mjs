import { auth, gateway, group, platform } from './guards.mjs';

const auditSchema = platform('audit/audit-schema.ts');
const verifyChain = platform('audit/verify-chain.ts');
const auditSpec = platform('audit/audit-chain.spec.ts');
const recorded = gateway('access/audit/recorded-access.spec.ts');
export const audit = group('audit', [
  {
    name: 'the service changes the head of the chain',
    file: auditSchema,
    find: 'GRANT SELECT ON audit.entries, audit.chain, audit.head',
    replace: 'GRANT SELECT, UPDATE ON audit.entries, audit.chain, audit.head',
    spec: auditSpec,
    test: 'the role of the service cannot run: UPDATE audit.head SET sequence = 0',
  },
  {
    name: 'the service inserts links of its own',
    file: auditSchema,
    find: 'GRANT SELECT ON audit.entries, audit.chain, audit.head',
    replace: 'GRANT SELECT, INSERT ON audit.entries, audit.chain, audit.head',
    spec: auditSpec,
    test: 'the role of the service cannot run: INSERT INTO audit.chain',
  },
  {
    name: 'another service reads the log',
    file: auditSchema,
    find: 'GRANT USAGE ON SCHEMA audit TO ${WRITER};',
    replace: 'GRANT USAGE ON SCHEMA audit TO PUBLIC; GRANT SELECT ON audit.entries TO PUBLIC;',
    spec: auditSpec,
    test: 'the role of another service cannot run: SELECT',
  },
  ...[
    ['changes entries', 'BEFORE UPDATE ON audit.entries', 'BEFORE UPDATE OF id ON audit.entries'],
    ['deletes entries', 'BEFORE DELETE OR TRUNCATE ON audit.entries', 'BEFORE TRUNCATE ON audit.entries'],
    ['changes links', 'BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.chain', 'BEFORE TRUNCATE ON audit.chain'],
  ].map(([what, find, replace]) => ({
    name: `a privileged role ${what} by mistake`,
    file: auditSchema,
    find,
    replace,
    spec: auditSpec,
    test: 'a privileged role cannot run by mistake',
  })),
  ...[
    ['a changed link', 'if (!row.matchesHash)', 'reports a rewritten link'],
    ['a deleted entry', 'if (!row.exists)', 'reports a deleted entry'],
    ['a missing link', 'if (sequence !== last.sequence + 1)', 'reports an entry deleted with its link'],
    ['a truncated chain', 'if (last.sequence < end)', 'reports a truncated chain'],
  ].map(([what, find, test]) => ({
    name: `verification does not notice ${what}`,
    file: verifyChain,
    find,
    replace: 'if (false)',
    spec: auditSpec,
    test,
  })),
  {
    name: 'verification does not notice removed personal data',
    file: verifyChain,
    find: 'row.isErasureOnRecord ? null :',
    replace: 'row.isErased ? null :',
    spec: auditSpec,
    test: 'reports personal data removed without a record',
  },
  {
    name: 'verification does not notice changed details',
    file: verifyChain,
    find: 'return row.matchesPersonal ? null :',
    replace: 'return row.exists ? null :',
    spec: auditSpec,
    test: 'reports a changed reason',
  },
  {
    name: 'verification does not notice an entry without a link',
    file: verifyChain,
    find: '(after ? null : await unlinkedProblem(query))',
    replace: 'null',
    spec: auditSpec,
    test: 'reports an entry inserted without triggers',
  },
  {
    name: 'the running service accepts a broken chain',
    file: auth('operators/audit-entries/audit-chain-monitor.ts'),
    find: 'auditChainBroken.set(problem ? 1 : 0);',
    replace: 'auditChainBroken.set(0);',
    spec: auth('operators/audit-entries/audit-chain-monitor.spec.ts'),
    test: 'a truncated chain with a reset head is detected by the previously verified link',
  },
  {
    name: 'a read of personal data is not recorded',
    file: gateway('access/audit/recorded-access.interceptor.ts'),
    find: 'else await this.recorder.recordRead(withDetails(access, { rows: rowsOf(answer) }));',
    replace: '',
    spec: recorded,
    test: 'a read is recorded with operator, action, filter and number of rows',
  },
  {
    name: 'personal data is sent before the read is recorded',
    file: gateway('access/audit/recorded-access.interceptor.ts'),
    find: 'else await this.recorder.recordRead(withDetails(access, { rows: rowsOf(answer) }));',
    replace: 'else this.recorder.recordRead(withDetails(access, { rows: rowsOf(answer) })).catch(() => undefined);',
    spec: recorded,
    test: 'a read is rejected while it cannot be recorded',
  },
  {
    name: 'a route with personal data does not record access',
    file: gateway('admin/users/accounts/user-directory.controller.ts'),
    find: "  @RecordedAccess('user_viewed')\n",
    replace: '',
    spec: recorded,
    test: 'every operator route with personal data records access',
  },
]);
