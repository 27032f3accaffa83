import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../../http/page-query';

const STATUSES = ['open', 'answered'] as const;

export class MessagesQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'Id of the last message seen' })
  @IsOptional()
  @IsUUID()
  override cursor?: string;

  @ApiProperty({ required: false, enum: STATUSES })
  @IsOptional()
  @IsIn(STATUSES, { message: 'status is open or answered' })
  status?: (typeof STATUSES)[number];
}

export class MarkDto {
  @ApiProperty()
  @IsBoolean({ message: 'answered is true or false' })
  answered!: boolean;
}
