<?php

declare(strict_types=1);

/**
 * Verifies the signature of a webhook. Throws an exception with the reason if it is not valid.
 *
 * @param string $body the request body as raw bytes: file_get_contents('php://input')
 * @param string|null $header the value of X-SERVICE-Signature: $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null
 * @param string $secret the complete secret of the endpoint, including whsec_
 * @param int|null $now the time in Unix seconds, by default the current time
 * @throws UnexpectedValueException
 */
function verify(string $body, ?string $header, string $secret, ?int $now = null, int $toleranceSeconds = 300): void
{
    // With an empty secret, any client could create a valid signature.
    if ($secret === '') {
        throw new UnexpectedValueException('the secret is missing');
    }

    $time = '';
    $signatures = [];
    foreach (explode(',', $header ?? '') as $part) {
        if (str_starts_with($part, 't=')) {
            $time = substr($part, 2);
        }
        // During a rotation of the secret, there are several. Unknown names are ignored, because later versions can add names.
        if (str_starts_with($part, 'v1=')) {
            $signatures[] = substr($part, 3);
        }
    }
    if (preg_match('/^[0-9]{1,12}$/D', $time) !== 1) {
        throw new UnexpectedValueException('the header has no time t=');
    }
    if ($signatures === []) {
        throw new UnexpectedValueException('the header has no signature v1=');
    }

    $expected = hash_hmac('sha256', "$time.$body", $secret);
    $matches = false;
    foreach ($signatures as $signature) {
        // A comparison in constant time does not reveal how many characters are correct.
        $matches = hash_equals($expected, $signature) || $matches;
    }
    if (!$matches) {
        throw new UnexpectedValueException('no signature matches');
    }

    // A recorded request must not be accepted later.
    if (abs(($now ?? time()) - (int) $time) > $toleranceSeconds) {
        throw new UnexpectedValueException("the time differs from the current time by more than $toleranceSeconds s");
    }
}

// An example program. It reads the body from standard input.
//   php verify.php HEADER SECRET [NOW] < body
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    try {
        $now = isset($argv[3]) ? (int) $argv[3] : null;
        verify(file_get_contents('php://stdin'), $argv[1] ?? null, $argv[2] ?? '', $now);
        echo "valid\n";
    } catch (UnexpectedValueException $error) {
        fwrite(STDERR, $error->getMessage() . "\n");
        exit(1);
    }
}
