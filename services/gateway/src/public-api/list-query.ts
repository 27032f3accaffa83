import { listQuery, pageAfterQuery } from '@luit/contracts/http/list-queries';
import { dtoOf } from '../http/requests/dto';

export class PageAfterQuery extends dtoOf(pageAfterQuery) {}
export class ListQuery extends dtoOf(listQuery) {}
