import { MAX_PRESET_ID, PRESET_LIMITS, PRESET_TEXT_INVALID } from '@luit/contracts/generation/limits';
import { PRESET_ID } from '@luit/contracts/generation/options';
import { PRESET_KINDS, type Preset } from '@luit/contracts/generation/presets';
import { OmitType, PartialType } from '@nestjs/swagger';
import { BooleanField, ChoiceField, TextField } from '../../http/fields';

export class NewPresetDto {
  @TextField({
    message: 'The id must consist of lowercase letters, digits and hyphens',
    max: MAX_PRESET_ID,
    pattern: PRESET_ID,
    example: 'push-in',
    description: 'Cannot be changed later',
  })
  id!: string;

  @ChoiceField(PRESET_KINDS, { message: 'The kind must be camera or style', description: 'Cannot be changed later' })
  kind!: Preset['kind'];

  @TextField({ message: 'A name is required', tooLong: 'The name is too long', max: PRESET_LIMITS.name, pattern: /\S/ })
  name!: string;

  @TextField({
    message: 'A description is required',
    tooLong: 'The description is too long',
    max: PRESET_LIMITS.description,
    pattern: /\S/,
  })
  description!: string;

  @TextField({
    message: PRESET_TEXT_INVALID,
    max: PRESET_LIMITS.text,
    pattern: /\{prompt\}/,
    description: 'What the provider gets instead of the prompt; `{prompt}` stands for the prompt',
  })
  text!: string;
}

export class PresetChangeDto extends PartialType(OmitType(NewPresetDto, ['id', 'kind'])) {
  @BooleanField({ isOptional: true })
  archived?: boolean;
}
