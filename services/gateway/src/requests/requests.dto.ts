import {
  INVALID_DURATION,
  MAX_PROMPT_CHARACTERS,
  PROMPT_REQUIRED,
  PROMPT_TOO_LONG,
  VIDEO_DURATIONS,
} from '@luit/contracts/generation/limits';
import type { RequestType, RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';
import type { RequestStatus } from '@luit/contracts/generation/requests';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PageQuery } from '../http/page-query';

export class RetryDto {
  @ApiProperty({ required: false, description: 'Refused with 409 `price_changed` where the price is another' })
  @IsOptional()
  @Max(1_000_000_000)
  @Min(0)
  @IsInt()
  expectedCredits?: number;
}

export class GenerateDto extends RetryDto {
  @ApiProperty({ maxLength: MAX_PROMPT_CHARACTERS })
  @MaxLength(MAX_PROMPT_CHARACTERS, { message: PROMPT_TOO_LONG })
  @Matches(/\S/, { message: PROMPT_REQUIRED })
  @IsString({ message: PROMPT_REQUIRED })
  prompt!: string;

  @ApiProperty({ description: 'Seconds', enum: VIDEO_DURATIONS })
  @IsIn(VIDEO_DURATIONS, { message: INVALID_DURATION })
  duration!: number;

  @ApiProperty({ required: false, example: '5s-480p' })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  planId?: string;

  @ApiProperty({ required: false, example: 'seedance' })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  model?: string;

  @ApiProperty({ required: false, deprecated: true, description: 'Ignored: the token says who asks' })
  @Allow()
  userId?: unknown;
}

/** Fields of a form are texts. */
export class ImageVideoDto extends OmitType(GenerateDto, ['duration', 'expectedCredits'] as const) {
  @ApiProperty({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB and 50 megapixels' })
  @Allow()
  image?: unknown;

  @ApiProperty({ description: 'Seconds', enum: VIDEO_DURATIONS.map(String) })
  @Transform(({ value }) => asNumber(value))
  @IsIn(VIDEO_DURATIONS, { message: INVALID_DURATION })
  duration!: number;

  @ApiProperty({ required: false, description: 'Refused with 409 `price_changed` where the price is another' })
  @Transform(({ value }) => asNumber(value))
  @IsOptional()
  @Max(1_000_000_000)
  @Min(0)
  @IsInt()
  expectedCredits?: number;
}

export class RestoreDto {
  @ApiProperty({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB and 50 megapixels' })
  @Allow()
  image?: unknown;

  @ApiProperty({ enum: ['standard', 'high', 'ultra'], default: 'standard' })
  @IsIn(['standard', 'high', 'ultra'], { message: 'Quality must be standard, high or ultra' })
  quality: RestoreQuality = 'standard';

  @ApiProperty({ enum: ['standard', 'premium', 'professional'], default: 'standard' })
  @IsIn(['standard', 'premium', 'professional'], { message: 'Enhancement must be standard, premium or professional' })
  enhancement: RestoreEnhancement = 'standard';

  @ApiProperty({ enum: ['true', 'false'], default: 'false' })
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' || value === '' ? false : value))
  @IsBoolean({ message: 'Color restoration must be true or false' })
  colorRestoration: boolean = false;

  @ApiProperty({ required: false, description: 'Refused with 409 `price_changed` where the price is another' })
  @Transform(({ value }) => asNumber(value))
  @IsOptional()
  @Max(1_000_000_000)
  @Min(0)
  @IsInt()
  expectedCredits?: number;
}

/** Of a form's field; an empty one is none, and what is no whole number stays for the check to refuse. */
function asNumber(value: unknown): unknown {
  if (value === '' || value === undefined) return undefined;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
}

export class RequestsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: ['video', 'image_video', 'restore'] })
  @IsOptional()
  @IsIn(['video', 'image_video', 'restore'])
  type?: RequestType;

  @ApiProperty({ required: false, enum: ['processing', 'completed', 'failed'] })
  @IsOptional()
  @IsIn(['processing', 'completed', 'failed'])
  status?: RequestStatus;
}
