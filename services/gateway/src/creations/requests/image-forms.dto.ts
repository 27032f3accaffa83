import { imageVideoForm, restoreForm } from '@luit/contracts/generation/requests';
import { dtoOf } from '../../http/requests/dto';
import { imageFile, lastImageFile } from '../../storage/uploads/uploads.dto';

export class ImageVideoDto extends dtoOf(imageVideoForm.extend({ image: imageFile, lastImage: lastImageFile })) {}
export class RestoreDto extends dtoOf(restoreForm.extend({ image: imageFile })) {}
