import { MAX_PROMPT_CHARACTERS, PROMPT_REQUIRED, PROMPT_TOO_LONG } from '@luit/contracts/generation/limits';
import { TextField } from '../http/fields';

export class PromptDto {
  @TextField({ message: PROMPT_REQUIRED, tooLong: PROMPT_TOO_LONG, max: MAX_PROMPT_CHARACTERS, pattern: /\S/ })
  prompt!: string;
}
