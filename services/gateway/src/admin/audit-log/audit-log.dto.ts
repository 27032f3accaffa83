import { ApiProperty } from '@nestjs/swagger';
import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../../http/page-query';

export class AuditLogQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'Id of the last entry seen' })
  @IsOptional()
  @IsUUID()
  override cursor?: string;

  @ApiProperty({ required: false, description: 'What it was done to, for example a user’s id' })
  @IsOptional()
  @MaxLength(100, { message: 'This is too long' })
  // A character that Postgres keeps in no text.
  @Matches(/^[^\0]*$/, { message: 'This is not a text' })
  @IsString()
  subject?: string;

  @ApiProperty({ required: false, description: 'What was done, for example user_blocked' })
  @IsOptional()
  @Matches(/^[a-z_]{1,40}$/, { message: 'This is no action' })
  action?: AuditEntry['action'];
}
