import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';

const TOO_LONG = { message: 'This is too long' };
const NO_TEXT = { message: 'This is not a text' };

export class BillingProfileDto {
  @ApiProperty({ example: 'Asha Studio' })
  @MaxLength(200, TOO_LONG)
  @IsString(NO_TEXT)
  name!: string;

  @ApiProperty({ example: '18', description: 'GST state code' })
  @MaxLength(2, { message: 'Please choose a state' })
  @IsString({ message: 'Please choose a state' })
  state!: string;

  @ApiProperty({ required: false, example: '18AABCU9603R1ZX' })
  @IsOptional()
  @MaxLength(20, { message: 'Please enter a valid GSTIN' })
  @IsString({ message: 'Please enter a valid GSTIN' })
  gstin?: string;
}

export class ProfileDto {
  @ApiProperty({ required: false, example: 'Asha' })
  @IsOptional()
  @MaxLength(200, TOO_LONG)
  @IsString({ message: 'Name is required' })
  name?: string;

  @ApiProperty({ required: false, nullable: true, type: BillingProfileDto })
  @IsOptional()
  @ValidateNested({ message: 'The billing profile is not valid' })
  @Type(() => BillingProfileDto)
  billingProfile?: BillingProfileDto | null;
}
