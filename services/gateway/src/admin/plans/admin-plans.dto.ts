import { MAX_PLAN_CREDITS } from '@luit/contracts/generation/limits';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const CREDITS = { message: `Credits are a whole number from 1 to ${MAX_PLAN_CREDITS}` };

export class PlanChangeDto {
  @ApiProperty({ description: 'With a model of factor 1' })
  @Max(MAX_PLAN_CREDITS, CREDITS)
  @Min(1, CREDITS)
  @IsInt(CREDITS)
  credits!: number;

  @ApiProperty({ required: false, description: 'What it cost when this was decided; 409 where that has moved' })
  @IsOptional()
  @IsInt(CREDITS)
  expectedCredits?: number;
}
