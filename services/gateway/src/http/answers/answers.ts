import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import type { SerializedAnswer } from './serialized-answer';

type Status = 200 | 201 | 202;
type Shape = Readonly<Record<string, z.ZodType>>;
type OutputOf<Fields extends Shape | z.ZodType> = Fields extends z.ZodType
  ? z.output<Fields>
  : Fields extends Shape
    ? z.output<z.ZodObject<Fields>>
    : never;

/** The answer, its JSON text, or nothing if the handler has sent the response itself. */
type Sent<Answer> = Answer | SerializedAnswer<Answer> | undefined;

/** A decorator for handlers that return such an answer. */
type AnswerDecorator<Answer> = <Method extends (...input: never[]) => Sent<Answer> | Promise<Sent<Answer>>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const DESCRIPTIONS: Record<number, string> = { 200: 'Success', 201: 'Created', 202: 'Accepted', 204: 'Done' };

/**
 * Declares the status and the fields of a successful response, for the compiler and for the OpenAPI document. The envelope
 * is added to both.
 */
export function Answers<Fields extends Shape | z.ZodType>(
  status: Status,
  fields: Fields,
): AnswerDecorator<OutputOf<Fields>>;
/** Declares a successful response that has the envelope alone. */
export function Answers(status: Status): AnswerDecorator<object>;
export function Answers(status: Status, fields: Shape | z.ZodType = {}): MethodDecorator {
  const standardSchema = fields instanceof z.ZodType ? fields : z.object(fields);
  return applyDecorators(HttpCode(status), ApiResponse({ status, description: DESCRIPTIONS[status], standardSchema }));
}

/** Declares a successful response without a body. */
export function AnswersNothing(): MethodDecorator {
  return applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: DESCRIPTIONS[204] }));
}

/** Declares a file as the successful response; with `isRange` also a part of it. */
export function AnswersFile(contentType: string, { isRange = false } = {}): MethodDecorator {
  const schema = { type: 'string', format: 'binary' };
  const part = ApiResponse({ status: 206, description: 'The requested range', schema });
  return applyDecorators(
    ApiProduces(contentType),
    ApiResponse({ status: 200, description: 'The file', schema }),
    ...(isRange ? [part] : []),
  );
}
