import type { AlertCause, AlertKind } from '@luit/contracts/alerts/alerts';
import type { DataSource } from 'typeorm';

interface DueWork {
  kind: AlertKind;
  /** SQL of a FROM clause: work that is not done after half of its time. The column `due_at` is its deadline. */
  rows: string;
  /** Continues "The time to", for example with "decide 2 reports". */
  describe: (count: number) => string;
  action: string;
}

/** Alert causes of operators' work with a deadline: one for overdue work, one for work past half of its time. */
export async function dueCauses(
  database: DataSource,
  { kind, rows, describe, action }: DueWork,
): Promise<AlertCause[]> {
  const [found] = await database.query<{ overdue: number; due: number; minutes: number | null }[]>(
    `SELECT count(*) FILTER (WHERE due_at <= now())::int AS overdue, count(*) FILTER (WHERE due_at > now())::int AS due,
            floor(extract(epoch FROM min(due_at) FILTER (WHERE due_at > now()) - now()) / 60)::int AS minutes
       FROM ${rows}`,
  );
  const { overdue = 0, due = 0, minutes = 0 } = found ?? {};
  const causes: AlertCause[] = [];
  if (overdue > 0) {
    const summary = `The time to ${describe(overdue)} has passed.`;
    causes.push({ kind, subject: 'overdue', summary, action, severity: 'critical' });
  }
  if (due > 0) {
    const summary = `Half of the time to ${describe(due)} has passed; the first is due in ${minutes} min.`;
    causes.push({ kind, subject: 'half_way', summary, action, severity: 'critical' });
  }
  return causes;
}
