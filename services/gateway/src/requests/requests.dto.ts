import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import {
  IMAGE_REQUIRED,
  INVALID_DURATION,
  MAX_PROMPT_CHARACTERS,
  MAX_SEARCH_CHARACTERS,
  PROMPT_REQUIRED,
  PROMPT_TOO_LONG,
  VIDEO_DURATIONS,
} from '@luit/contracts/generation/limits';
import {
  requestType,
  type RequestType,
  type RestoreEnhancement,
  type RestoreQuality,
} from '@luit/contracts/generation/plans';
import type { Framing } from '@luit/contracts/generation/options';
import type { RequestStatus } from '@luit/contracts/generation/requests';
import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsBoolean, IsIn } from 'class-validator';
import { toBoolean } from '../http/form-values';
import { BooleanField, ChoiceField, IdField, IntegerField, TextField } from '../http/fields';
import { PageQuery } from '../http/page-query';
import { TwoUploadsDto, UploadDto } from '../uploads/uploads.dto';
import { FramingField } from './framing-field';
import { SEED, VideoOptionsDto } from './video-options.dto';

const EXPECTED_CREDITS = {
  isOptional: true,
  min: 1,
  max: MAX_CREDITS,
  description: 'Rejected with 409 `price_changed` if the price differs',
};
export const QUALITIES: RestoreQuality[] = ['standard', 'high', 'ultra'];
export const ENHANCEMENTS: RestoreEnhancement[] = ['standard', 'premium', 'professional'];
const STATUSES: RequestStatus[] = ['processing', 'completed', 'failed'];

export class RetryDto {
  @IntegerField(EXPECTED_CREDITS)
  expectedCredits?: number;
}

export class GenerateDto extends IntersectionType(RetryDto, VideoOptionsDto) {
  @TextField({
    message: PROMPT_REQUIRED,
    tooLong: PROMPT_TOO_LONG,
    max: MAX_PROMPT_CHARACTERS,
    pattern: /\S/,
  })
  prompt!: string;

  @ChoiceField(VIDEO_DURATIONS, { message: INVALID_DURATION, description: 'Seconds' })
  duration!: number;

  @TextField({ isOptional: true, min: 1, max: 64, example: '5s-480p' })
  planId?: string;

  @TextField({ isOptional: true, min: 1, max: 64, example: 'seedance' })
  model?: string;

  @ApiProperty({ required: false, deprecated: true, description: 'Ignored: the token identifies the user' })
  @Allow()
  userId?: unknown;
}

/** An image that was uploaded before. */
class UploadedImageDto {
  @TextField({
    max: 2_048,
    message: IMAGE_REQUIRED,
    description: 'As returned by `POST /api/uploads/resumable/{id}/image`; no other URL is accepted',
  })
  imageUrl!: string;
}

export class VideoFromImageDto extends IntersectionType(
  UploadedImageDto,
  OmitType(GenerateDto, ['extendOf'] as const),
) {}

/** Form fields are strings. */
export class ImageVideoDto extends IntersectionType(
  TwoUploadsDto,
  OmitType(GenerateDto, ['duration', 'expectedCredits', 'seed', 'framing', 'extendOf', 'lastImageUrl'] as const),
) {
  @ApiProperty({ description: 'Seconds', enum: VIDEO_DURATIONS.map(String) })
  @Transform(({ value }) => toNumber(value))
  @IsIn(VIDEO_DURATIONS, { message: INVALID_DURATION })
  duration!: number;

  @Transform(({ value }) => toNumber(value))
  @IntegerField(EXPECTED_CREDITS)
  expectedCredits?: number;

  @Transform(({ value }) => toNumber(value))
  @IntegerField(SEED)
  seed?: number;

  @Transform(({ value }) => fromJson(value))
  @FramingField({ isForm: true })
  framing?: Framing;
}

export class RestoreDto extends UploadDto {
  @ChoiceField(QUALITIES, { default: 'standard', message: 'Quality must be standard, high or ultra' })
  quality: RestoreQuality = 'standard';

  @ChoiceField(ENHANCEMENTS, {
    default: 'standard',
    message: 'Enhancement must be standard, premium or professional',
  })
  enhancement: RestoreEnhancement = 'standard';

  @ApiProperty({ required: false, enum: ['true', 'false'], default: 'false' })
  @Transform(toBoolean)
  @IsBoolean({ message: 'Color restoration must be true or false' })
  colorRestoration: boolean = false;

  @Transform(({ value }) => toNumber(value))
  @IntegerField(EXPECTED_CREDITS)
  expectedCredits?: number;
}

export class RestoreFromImageDto extends IntersectionType(
  UploadedImageDto,
  OmitType(RestoreDto, ['image', 'colorRestoration'] as const),
) {
  @ApiProperty({ required: false, default: false })
  @IsBoolean({ message: 'Color restoration must be true or false' })
  colorRestoration: boolean = false;
}

/** Parses a form field. Empty fields are absent; invalid numbers are kept for the validation to reject. */
function toNumber(value: unknown): unknown {
  if (value === '' || value === undefined) return undefined;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
}

/** Parses a form field of JSON. Empty fields are absent; invalid JSON is kept for the validation to reject. */
function fromJson(value: unknown): unknown {
  if (value === '' || value === undefined) return undefined;
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}

export class RequestsQuery extends PageQuery {
  @TextField({
    isOptional: true,
    max: MAX_SEARCH_CHARACTERS,
    description: 'Words that the prompt contains, in any order',
  })
  q?: string;

  @ChoiceField(requestType.options, { isOptional: true })
  type?: RequestType;

  @ChoiceField(STATUSES, { isOptional: true })
  status?: RequestStatus;

  @Transform(toBoolean)
  @BooleanField({ isOptional: true, description: 'Only requests that are marked as favorites' })
  favorite?: boolean;

  @Transform(toBoolean)
  @BooleanField({ isOptional: true, description: 'Only requests that have a share link' })
  shared?: boolean;

  @IdField({ isOptional: true, description: 'Only requests in this collection' })
  collection?: string;
}
