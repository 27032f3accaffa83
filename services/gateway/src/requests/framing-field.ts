import { framing } from '@luit/contracts/generation/options';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

const INVALID_FRAMING = 'The framing must be two numbers from 0 to 1, x and y';
const FRACTION = { type: 'number', minimum: 0, maximum: 1 };
const AS_OBJECT = { type: 'object', properties: { x: FRACTION, y: FRACTION }, required: ['x', 'y'] };
const AS_JSON = { type: 'string', example: '{"x":0.5,"y":0.5}' };

/** The part of an image that is kept when it is cropped. Forms carry it as JSON, and transform it first. */
export function FramingField({ isForm = false } = {}) {
  const description = 'The part of the image to keep: 0 is its left or top, 0.5 its center, 1 its right or bottom';
  const docs = { required: false, description, ...(isForm ? AS_JSON : AS_OBJECT) };
  return applyDecorators(
    ApiProperty(docs as Parameters<typeof ApiProperty>[0]),
    IsOptional(),
    ValidateBy({
      name: 'framing',
      validator: { validate: (value) => framing.safeParse(value).success, defaultMessage: () => INVALID_FRAMING },
    }),
  );
}
