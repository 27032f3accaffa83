import { PACK_LIMITS } from '@luit/contracts/billing/limits';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

const PRICE = { message: 'The price is rupees from 1 to 1,000,000, with at most two decimals' };
const CREDITS = { message: 'Credits are a whole number from 1 to 1,000,000' };
const SAVINGS = { message: 'Savings are a whole percentage from 0 to 100' };

export class NewPackDto {
  @ApiProperty({ example: 'bihu', description: 'Never changes' })
  @Matches(/^[a-z0-9][a-z0-9-]{0,39}$/, { message: 'The id is small letters, digits and hyphens' })
  id!: string;

  @ApiProperty()
  @MaxLength(PACK_LIMITS.name, { message: 'The name is too long' })
  @Matches(/\S/, { message: 'A name is missing' })
  @IsString({ message: 'A name is missing' })
  name!: string;

  @ApiProperty()
  @Max(PACK_LIMITS.credits, CREDITS)
  @Min(1, CREDITS)
  @IsInt(CREDITS)
  credits!: number;

  @ApiProperty({ description: 'Rupees, tax included' })
  @Max(PACK_LIMITS.priceRupees, PRICE)
  @Min(1, PRICE)
  @IsNumber({ maxDecimalPlaces: 2, allowNaN: false, allowInfinity: false }, PRICE)
  price!: number;

  @ApiProperty()
  @IsBoolean()
  popular!: boolean;

  @ApiProperty()
  @MaxLength(PACK_LIMITS.description, { message: 'The description is too long' })
  @Matches(/\S/, { message: 'A description is missing' })
  @IsString({ message: 'A description is missing' })
  description!: string;

  @ApiProperty({ description: 'As declared to buyers, percent' })
  @Max(PACK_LIMITS.savings, SAVINGS)
  @Min(0, SAVINGS)
  @IsInt(SAVINGS)
  savings!: number;

  @ApiProperty()
  @Max(PACK_LIMITS.position)
  @Min(0)
  @IsInt()
  position!: number;
}

export class PackChangeDto extends PartialType(OmitType(NewPackDto, ['id'])) {
  @ApiProperty({ required: false })
  @IsOptional()
  @IsBoolean()
  archived?: boolean;
}
