import { MAX_ZIP_FILES } from '@luit/contracts/generation/limits';
import { RequestIdsField } from '../http/fields';

export class ZipDownloadDto {
  @RequestIdsField(MAX_ZIP_FILES)
  requestIds!: string[];
}
