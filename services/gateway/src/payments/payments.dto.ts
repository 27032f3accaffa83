import { INVALID_EMAIL, MAX_EMAIL_CHARACTERS } from '@luit/contracts/auth/limits';
import { INVALID_PACK } from '@luit/contracts/billing/limits';
import {
  INVALID_DURATION,
  MAX_PROMPT_CHARACTERS,
  PROMPT_REQUIRED,
  PROMPT_TOO_LONG,
  VIDEO_DURATIONS,
} from '@luit/contracts/generation/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsEmail, IsIn, IsOptional, IsString, MaxLength, MinLength, ValidateIf } from 'class-validator';

const REQUIRED = { message: 'This is required' };
const TOO_LONG = { message: 'This is too long' };

export class OrderDto {
  @ApiProperty({
    description: "A credit pack's id, or a video plan's; the price is the server's alone",
    example: 'starter',
  })
  @MaxLength(64, { message: INVALID_PACK })
  @MinLength(1, { message: INVALID_PACK })
  @IsString({ message: INVALID_PACK })
  planId!: string;

  @ApiProperty({ required: false, enum: ['INR'] })
  @IsIn(['INR'], { message: 'Only INR is accepted' })
  @IsOptional()
  currency?: string;

  @ApiProperty({ required: false, maxLength: MAX_PROMPT_CHARACTERS, description: 'Of a video' })
  @MaxLength(2 * MAX_PROMPT_CHARACTERS, { message: PROMPT_TOO_LONG })
  @IsString({ message: PROMPT_REQUIRED })
  @IsOptional()
  prompt?: string;

  @ApiProperty({ required: false, description: "Seconds; the plan's where it is absent", enum: VIDEO_DURATIONS })
  @IsIn(VIDEO_DURATIONS, { message: INVALID_DURATION })
  @IsOptional()
  duration?: number;

  @ApiProperty({ required: false, example: 'seedance' })
  @MaxLength(64, TOO_LONG)
  @IsString()
  @IsOptional()
  model?: string;

  @ApiProperty({ required: false, description: 'As `POST /api/uploads` answered it; no other address is taken' })
  @MaxLength(2_048, TOO_LONG)
  @IsString()
  @IsOptional()
  imageUrl?: string | null;

  @ApiProperty({ required: false, description: "A guest's address: the claim is mailed there once the video is paid" })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @ValidateIf((input: OrderDto) => input.email !== '' && input.email != null)
  @MaxLength(MAX_EMAIL_CHARACTERS, { message: INVALID_EMAIL })
  @IsEmail({}, { message: INVALID_EMAIL })
  email?: string | null;

  @ApiProperty({ required: false, description: "Made by the guest's browser; with the key it names one intent" })
  @MaxLength(128, TOO_LONG)
  @IsString()
  @IsOptional()
  guestSessionId?: string;

  @ApiProperty({ required: false, deprecated: true, description: 'Ignored: the token says who asks' })
  @Allow()
  isGuest?: unknown;

  @ApiProperty({ required: false, deprecated: true, description: 'Ignored: the server prices it' })
  @Allow()
  price?: unknown;
}

export class VerifyDto {
  @ApiProperty({ example: 'order_9A33XWu170gUtm' })
  @MaxLength(64, TOO_LONG)
  @MinLength(1, REQUIRED)
  @IsString(REQUIRED)
  razorpay_order_id!: string;

  @ApiProperty({ example: 'pay_29QQoUBi66xm2f' })
  @MaxLength(64, TOO_LONG)
  @MinLength(1, REQUIRED)
  @IsString(REQUIRED)
  razorpay_payment_id!: string;

  @ApiProperty({ description: 'Hex, as the checkout hands it over' })
  @MaxLength(256, TOO_LONG)
  @MinLength(1, REQUIRED)
  @IsString(REQUIRED)
  razorpay_signature!: string;
}
