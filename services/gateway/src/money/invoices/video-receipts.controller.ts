import { videoPayment } from '@luit/contracts/billing/receipts';
import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { CurrentUser, type OwnerOrGuest, OwnerOrGuestGuard } from '../../access/identities/identity.guards';
import { InvoicesService } from './invoices.service';

/** The payment of a video that was paid for directly, for its owner and for a guest with an access token for it. */
@ApiTags('payments')
@ApiBearerAuth('user')
@ApiSecurity('claim')
@Controller('api/requests/:id')
@UseGuards(OwnerOrGuestGuard)
export class VideoReceiptsController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get('payment')
  @Answers(200, { payment: videoPayment.nullable() })
  @ApiOperation({ summary: 'Returns the payment of a video that was paid for directly' })
  payment(@Param('id') id: string, @CurrentUser() user: OwnerOrGuest) {
    return this.invoices.paymentOfVideo(id, user);
  }

  @Get('receipt')
  @AnswersFile('application/pdf')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Downloads the receipt or invoice of a video that was paid for directly' })
  receipt(@Param('id') id: string, @CurrentUser() user: OwnerOrGuest): Promise<StreamableFile> {
    return this.invoices.ofVideo(id, user);
  }
}
