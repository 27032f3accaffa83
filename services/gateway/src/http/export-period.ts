import { TimeField } from './fields';

/** The period of an export: at or after `from`, and before `to`. */
export class ExportPeriod {
  @TimeField({ description: 'Rows of this time or later' })
  from!: string;

  @TimeField({ description: 'Rows before this time' })
  to!: string;
}
