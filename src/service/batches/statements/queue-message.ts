/** The name of the queue's task that sends a message to the `callback_url` of a batch. */
export const MESSAGE_TASK = 'send_webhook';

/** With the queue's waits of exp(attempt) seconds, at most exp(10), the last attempt is made after some 16 hours. */
export const MESSAGE_ATTEMPTS = 12;
/** Messages of an account that are sent at once: its slow receiver does not hold up those of others. */
const AT_ONCE = 4;

/** The columns of a batch that its message needs. */
export const MESSAGE_COLUMNS = `batch.id, batch.account_id, batch.state, batch.total, batch.succeeded, batch.failed,
       batch.cancelled, batch.finished_at, batch.callback_id`;

/**
 * Adds a job for the message of each batch that has ended, in the statement that ends it: none is lost, and none is sent
 * for an end that was rolled back. The message says what is so at this time, whenever it arrives.
 * @param ended  a query with MESSAGE_COLUMNS
 */
export const queueMessage = (ended: string): string => `select graphile_worker.add_job('${MESSAGE_TASK}',
       json_build_object('batch', id, 'id', callback_id, 'message', json_build_object(
         'type', 'batch.' || state,
         'timestamp', to_char(finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
         'data', json_build_object('id', id, 'status', state, 'total', total, 'succeeded', succeeded, 'failed', failed,
           'cancelled', cancelled))),
       queue_name => account_id || ' ' || get_byte(uuid_send(callback_id), 15) % ${AT_ONCE},
       max_attempts => ${MESSAGE_ATTEMPTS})
     from ${ended} where callback_id is not null`;
