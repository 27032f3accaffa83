import {
  COLLECTION_NAME_REQUIRED,
  COLLECTION_NAME_TOO_LONG,
  MAX_COLLECTION_CHANGES,
  MAX_COLLECTION_NAME_CHARACTERS,
} from '@luit/contracts/generation/limits';
import { Transform } from 'class-transformer';
import { RequestIdsField, TextField } from '../http/fields';

export class CollectionDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.normalize().trim() : value))
  @TextField({
    max: MAX_COLLECTION_NAME_CHARACTERS,
    message: COLLECTION_NAME_REQUIRED,
    tooLong: COLLECTION_NAME_TOO_LONG,
    description: 'Unique among the collections of the account, whatever its case',
  })
  name!: string;
}

export class CollectionItemsDto {
  @RequestIdsField(MAX_COLLECTION_CHANGES)
  requestIds!: string[];
}
