import { imageContentQuery, imageEditBody, imageGenerationBody, newImageBody } from '@luit/contracts/http/creations';
import { dtoOf } from '../../http/requests/dto';

export class NewImageDto extends dtoOf(newImageBody) {}
export class ImageGenerationDto extends dtoOf(imageGenerationBody) {}
export class ImageEditDto extends dtoOf(imageEditBody) {}
export class ImageContentQuery extends dtoOf(imageContentQuery) {}
