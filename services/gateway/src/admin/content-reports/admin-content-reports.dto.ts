import { reportDecision, type ReportDecision } from '@luit/contracts/auth/content-reports';
import { TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { ChoiceField, IdField, ReasonField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const STATUSES = ['open', 'decided'] as const;

export class ContentReportsQuery extends IdPageQuery {
  @ChoiceField(STATUSES, { default: 'open', message: 'status must be open or decided' })
  status: (typeof STATUSES)[number] = 'open';

  @ChoiceField(TAKEDOWN_KINDS, { isOptional: true })
  kind?: TakedownKind;
}

export class QuarterlyNoticeDto {
  @TextField({ max: 20, description: 'The quarter, repeated to confirm it' })
  confirmation!: string;

  @ReasonField()
  reason!: string;
}

export class ReportDecisionDto {
  @ChoiceField(reportDecision.options, { description: '`taken_down` takes the output down as well' })
  decision!: ReportDecision;

  @ReasonField()
  answer!: string;

  @ChoiceField(TAKEDOWN_KINDS, { isOptional: true, description: 'Of the takedown; required for `taken_down`' })
  kind?: TakedownKind;

  @IdField({ isOptional: true, description: 'The job of the output, required for `taken_down`' })
  requestId?: string;
}
