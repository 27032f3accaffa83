import { TimeField } from './fields';

/** The period of an export: at or after `from`, and before `to`. */
export class ExportPeriod {
  @TimeField({ description: 'Rows from this time or later' })
  from!: string;

  @TimeField({ description: 'Rows from before this time' })
  to!: string;
}
