import { EXAMPLE_LIMITS, OWNER_MUST_AGREE } from '@luit/contracts/generation/limits';
import { Equals } from 'class-validator';
import { BooleanField, IdField, TextField } from '../../http/fields';

export class NewExampleDto {
  @IdField({ message: 'The job ID is invalid', description: 'A finished video that was made from a prompt alone' })
  requestId!: string;

  @TextField({
    message: 'A title is required',
    tooLong: 'The title is too long',
    max: EXAMPLE_LIMITS.title,
    pattern: /\S/,
  })
  title!: string;

  @Equals(true, { message: OWNER_MUST_AGREE })
  @BooleanField({
    message: OWNER_MUST_AGREE,
    description: 'Whether the owner agreed that everyone may see the video and its prompt; must be true',
  })
  ownerAgreed!: true;
}
