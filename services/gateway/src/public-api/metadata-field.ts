import { METADATA_INVALID, METADATA_LIMITS } from '@luit/contracts/generation/limits';
import { requestMetadata } from '@luit/contracts/generation/metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

const { pairs, key, value } = METADATA_LIMITS;

const DOCUMENTATION: object = {
  required: false,
  description: `Up to ${pairs} pairs of text that come back under \`luit.metadata\`, with keys of up to ${key} characters. They are deleted with the request`,
  type: 'object',
  additionalProperties: { type: 'string', maxLength: value },
  maxProperties: pairs,
  example: { order: '1742' },
};

/** Pairs of texts: an object, or fields of a form such as `metadata[order]`. */
export function MetadataField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty(DOCUMENTATION as ApiPropertyOptions),
    // class-transformer would make an instance of nothing; the pairs are taken as they are.
    Transform(({ obj }: { obj: { metadata?: unknown } }) => obj.metadata),
    IsOptional(),
    ValidateBy({
      name: 'isMetadata',
      validator: {
        validate: (pairsOfText: unknown) => requestMetadata.safeParse(pairsOfText).success,
        defaultMessage: () => METADATA_INVALID,
      },
    }),
  );
}
