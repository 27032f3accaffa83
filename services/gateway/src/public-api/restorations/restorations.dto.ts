import { newRestorationBody, restorationContentQuery } from '@luit/contracts/http/creations';
import { dtoOf } from '../../http/requests/dto';

export class NewRestorationDto extends dtoOf(newRestorationBody) {}
export class RestorationContentQuery extends dtoOf(restorationContentQuery) {}
