import { idPageQuery, pageQuery } from '@luit/contracts/messages/query-fields';
import { dtoOf } from './dto';

export class PageQuery extends dtoOf(pageQuery) {}
export class IdPageQuery extends dtoOf(idPageQuery) {}
