import { reasonBody } from '@luit/contracts/auth/audit-log';
import { dtoOf } from '../http/requests/dto';

/** The body of an action that only needs an operator's reason. */
export class ReasonDto extends dtoOf(reasonBody) {}
