import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { UserSort } from '@luit/contracts/auth/user-directory';
import type { UserStatus } from '@luit/contracts/auth/users';
import { PageQuery } from '../../http/page-query';

const STATUSES: UserStatus[] = ['active', 'blocked', 'closing', 'closed'];
const SORTS: UserSort[] = ['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at'];
const CREDITS = { message: 'Credits are a whole number from 0 to 1,000,000,000' };

export class BlockDto {
  @ApiProperty({ required: false, description: 'Why, for the audit log' })
  @IsOptional()
  @MaxLength(500, { message: 'This is too long' })
  @IsString({ message: 'This is not a text' })
  reason?: string;
}

export class UserFilter {
  @ApiProperty({ required: false, description: 'A part of the address, or the id' })
  @IsOptional()
  @MaxLength(200, { message: 'This search is too long' })
  @IsString()
  q?: string;

  @ApiProperty({ required: false, enum: STATUSES })
  @IsOptional()
  @IsIn(STATUSES, { message: 'This is no status of an account' })
  status?: UserStatus;

  @ApiProperty({ required: false, enum: SORTS, default: '-created_at' })
  @IsOptional()
  @IsIn(SORTS, { message: 'Users cannot be sorted by this' })
  sort?: UserSort;
}

export class UsersQuery extends UserFilter {
  @ApiProperty({ required: false, default: 20 })
  @Max(100)
  @Min(1)
  @IsInt()
  @Type(() => Number)
  limit: number = new PageQuery().limit;

  @ApiProperty({ required: false, description: 'Id of the last user seen' })
  @IsOptional()
  @IsUUID()
  cursor?: string;
}

export class CreditsDto {
  @ApiProperty({ description: 'How many there are to be', example: 100 })
  @Max(MAX_CREDITS, CREDITS)
  @Min(0, CREDITS)
  @IsInt(CREDITS)
  credits!: number;

  @ApiProperty({ required: false, description: 'How many there were when this was decided; 409 where that has moved' })
  @IsOptional()
  @Max(MAX_CREDITS, CREDITS)
  @Min(0, CREDITS)
  @IsInt(CREDITS)
  expectedCredits?: number;

  @ApiProperty({ required: false, default: 'admin adjustment', description: 'Why, for the audit log' })
  @IsOptional()
  @MaxLength(500, { message: 'This is too long' })
  @IsString({ message: 'This is not a text' })
  reason?: string;
}
