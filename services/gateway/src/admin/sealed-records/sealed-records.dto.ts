import { ReasonField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class SealedRecordsQuery extends IdPageQuery {}

export class OpenSealedRecordDto {
  @ReasonField()
  reason!: string;
}
