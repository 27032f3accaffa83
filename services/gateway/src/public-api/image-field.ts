import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** A file of a form, or `{image_url}` with a data URL. `InputReferences` checks it. */
export function ImageField(what: string, { isRequired = false } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      required: isRequired,
      description: `${what}: a file in a form, or \`{image_url}\` with a data URL of JPEG, PNG or WebP`,
      oneOf: [
        { type: 'string', format: 'binary' },
        { type: 'object', properties: { image_url: { type: 'string' } }, required: ['image_url'] },
      ],
    }),
    Allow(),
  );
}
