import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { EnvelopeInterceptor } from './answers/envelope.interceptor';
import { FailureFilter } from './answers/failure.filter';
import { validationPipe } from './requests/validation.pipe';

/** The response envelope, the error filter and the validation of all routes. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: FailureFilter },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_PIPE, useFactory: validationPipe },
  ],
})
export class HttpModule {}
