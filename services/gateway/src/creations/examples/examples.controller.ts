import { exampleView } from '@luit/contracts/http/examples';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers/answers';
import { ExamplesService } from './examples.service';

@ApiTags('examples')
@Controller('api/examples')
export class ExamplesController {
  constructor(private readonly examples: ExamplesService) {}

  @Get()
  @Answers(200, { examples: z.array(exampleView) })
  @ApiOperation({ summary: 'Lists example videos with their prompts and options, latest first' })
  async list() {
    return { examples: await this.examples.list() };
  }
}
