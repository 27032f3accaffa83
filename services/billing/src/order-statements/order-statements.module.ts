import { Module } from '@nestjs/common';
import { OrderStatementsService } from './order-statements.service';

@Module({ providers: [OrderStatementsService] })
export class OrderStatementsModule {}
