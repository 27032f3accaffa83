import type { CorpusReport } from './corpus/response-checks';
import type { FloodOutcome } from './flood-run';

export function printFloods(outcomes: FloodOutcome[]): void {
  console.log('\n| flood | responses | bystander: requests | p50 | p99 | slowest | memory growth | result |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const outcome of outcomes) console.log(floodLine(outcome));
}

export function floodLine({ name, sends, responses, bystander, growth, problems }: FloodOutcome): string {
  const counts = Object.entries(responses).map(
    ([status, times]) => `${times} × ${status === '0' ? 'no response' : status}`,
  );
  const columns = [
    `${name}: ${sends}`,
    counts.join(', ') || 'none',
    bystander.requests,
    `${bystander.p50.toFixed(0)} ms`,
    `${bystander.p99.toFixed(0)} ms`,
    bystander.slowest,
    `${growth.name} +${growth.megabytes.toFixed(0)} MiB`,
    problems.length === 0 ? 'passed' : `FAILED: ${problems.join('; ')}`,
  ];
  return `| ${columns.join(' | ')} |`;
}

export function printCorpus(reports: CorpusReport[]): void {
  console.log('\n| hostile inputs | sent | slowest | failed |\n|---|---|---|---|');
  for (const { family, sent, slowest, failures } of reports) {
    console.log(`| ${family} | ${sent} | ${slowest} | ${failures.length} |`);
  }
  for (const { family, failures } of reports) {
    for (const { name, problem } of failures) console.log(`  ✗ ${family}: ${name}: ${problem}`);
  }
}
