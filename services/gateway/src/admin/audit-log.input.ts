import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../http/page-query';

export class AuditLogQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'Id of the last entry seen' })
  @IsOptional()
  @IsUUID()
  override cursor?: string;
}
