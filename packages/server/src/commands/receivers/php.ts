/** A receiver of webhooks for PHP 8.1 or later. It needs no package. */
export const phpReceiver = String.raw`<?php

// A receiver of webhooks. Start it with: WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 receiver.php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
// Each received event is a line of this file. Use a database table with a unique column in production.
const FILE = __DIR__ . '/events.jsonl';

/** What your program does with an event. If it throws an exception, the event is sent and handled again. */
function handle(array $event): void
{
    if ($event['type'] === 'order.paid') {
        ['orderNumber' => $number, 'total' => $total, 'currency' => $currency] = $event['data'];
        write("paid: $number $total $currency");
    } else {
        write($event['type'] . ': ' . $event['id']);
    }
}

/** Prints a line in the terminal of the server. */
function write(string $line): void
{
    file_put_contents('php://stderr', $line . "\n");
}

/** Throws an exception with the reason if the signature (Standard Webhooks) is not valid. */
function verify(string $body): void
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (preg_match('/^[0-9]{1,12}$/D', $time) !== 1 || abs(time() - (int) $time) > TOLERANCE_SECONDS) {
        throw new UnexpectedValueException('the time of sending is missing or not current');
    }
    $candidates = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    // While you change the secret of the endpoint: the old and the new one, separated by a comma.
    foreach (array_filter(explode(',', (string) getenv('WEBHOOK_SECRET'))) as $secret) {
        $key = (string) base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        // With an empty key, any client could create a valid signature.
        if ($key === '') {
            throw new UnexpectedValueException('a secret in WEBHOOK_SECRET is not base64');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        foreach ($candidates as $candidate) {
            // A comparison in constant time does not reveal how many characters are correct.
            if (hash_equals($expected, $candidate)) {
                return;
            }
        }
    }
    throw new UnexpectedValueException('no signature matches, or WEBHOOK_SECRET is not set');
}

/** Handles an event and stores it, unless it was stored before: an event can arrive twice, with the same id. */
function handle_once(array $event, string $body): void
{
    $file = fopen(FILE, 'c+');
    // Another process of the server waits here.
    flock($file, LOCK_EX);
    try {
        while (($line = fgets($file)) !== false) {
            if (json_decode($line, true)['id'] === $event['id']) {
                return;
            }
        }
        handle($event);
        fwrite($file, str_replace("\n", '', $body) . "\n");
    } finally {
        fclose($file);
    }
}

try {
    // The raw body: if JSON is parsed and written again, its bytes can be different.
    $body = (string) file_get_contents('php://input');
    verify($body);
    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
} catch (UnexpectedValueException | JsonException $error) {
    http_response_code(400);
    echo $error->getMessage();
    return;
}
// The status if an exception ends the program.
http_response_code(500);
handle_once($event, $body);
http_response_code(204);
`;
