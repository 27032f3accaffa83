import { newVideoBody, remixBody, videoContentQuery } from '@luit/contracts/http/creations';
import { dtoOf } from '../../http/requests/dto';

export class NewVideoDto extends dtoOf(newVideoBody) {}
export class RemixDto extends dtoOf(remixBody) {}
export class ContentQuery extends dtoOf(videoContentQuery) {}
