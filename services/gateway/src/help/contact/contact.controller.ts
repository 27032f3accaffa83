import { contactBody } from '@luit/contracts/auth/contact-messages';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { ContactService } from './contact.service';

class ContactDto extends dtoOf(contactBody) {}

@ApiTags('contact')
@Controller('api/contact')
export class ContactController {
  constructor(private readonly contact: ContactService) {}

  @Post()
  @Answers(200)
  @ApiOperation({ summary: 'Sends a message to the operators' })
  post(@Body() input: ContactDto, @Req() request: FastifyRequest, @IdempotencyKey() key?: string) {
    return this.contact.post(input, request, key);
  }
}
