import { statement } from '../../storage/statement.js';

export interface ReceiverRow {
  readonly url: string;
  readonly secret: string;
}

/**
 * Where the message of a batch's end goes, and what signs it. No row: the batch has expired, or is rendered again.
 * @param secret  for an account that has none yet
 */
export const findReceiver = statement<[batchId: string, messageId: string, secret: string], ReceiverRow>(
  'find_receiver',
  `update account set webhook_secret = coalesce(webhook_secret, $3)
   from batch where batch.id = $1 and batch.callback_id = $2 and account.id = batch.account_id
   returning batch.callback_url as url, account.webhook_secret as secret`,
);

/** @param error  null once the message was delivered */
export const recordAttempt = statement<
  [
    batchId: string,
    messageId: string,
    state: 'pending' | 'delivered' | 'failed',
    attempts: number,
    error: string | null,
  ]
>(
  'record_attempt',
  `update batch set callback_state = $3, callback_attempts = $4, callback_error = $5
   where id = $1 and callback_id = $2`,
);

/** The secret that signs the messages of an account. @param secret  for an account that has none yet */
export const webhookSecret = statement<[accountId: string, secret: string], { secret: string }>(
  'webhook_secret',
  `update account set webhook_secret = coalesce(webhook_secret, $2) where id = $1 returning webhook_secret as secret`,
);
