package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// verify tells whether a webhook is genuine: it returns nil if it is, an error with the reason if it is not.
//
// body is the request body as it arrived, byte for byte: not decoded, not written anew. header is the value of
// X-SERVICE-Signature. secret is the endpoint's, whole, with its whsec_. Pass time.Now() and 5*time.Minute.
func verify(body []byte, header, secret string, now time.Time, tolerance time.Duration) error {
	// Anyone could sign with an empty secret.
	if secret == "" {
		return errors.New("the secret is missing")
	}

	signedAt := ""
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		if strings.HasPrefix(part, "t=") {
			signedAt = part[len("t="):]
		}
		// More than one while a secret rotates. Other names are passed over: later versions may add some.
		if strings.HasPrefix(part, "v1=") {
			signatures = append(signatures, part[len("v1="):])
		}
	}
	if !unixSeconds.MatchString(signedAt) {
		return errors.New("the header has no time t=")
	}
	if len(signatures) == 0 {
		return errors.New("the header has no signature v1=")
	}

	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signedAt + "."))
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	matches := false
	for _, signature := range signatures {
		// Comparing in constant time does not tell how many characters were right.
		matches = hmac.Equal([]byte(signature), []byte(expected)) || matches
	}
	if !matches {
		return errors.New("no signature matches")
	}

	// What was recorded must not be sent again later. Seconds are compared as integers: a duration would overflow.
	seconds, err := strconv.ParseInt(signedAt, 10, 64)
	if err != nil {
		return err
	}
	toleranceSeconds := int64(tolerance / time.Second)
	age := now.Unix() - seconds
	if age > toleranceSeconds || -age > toleranceSeconds {
		return fmt.Errorf("the time is more than %d s away", toleranceSeconds)
	}
	return nil
}

// From here on: a program for trying it out. It reads the body from its input.
//
//	go run verify.go HEADER SECRET [NOW] < body
func main() {
	args := append(os.Args[1:], "", "")
	now := time.Now()
	if len(os.Args) > 3 {
		seconds, err := strconv.ParseInt(os.Args[3], 10, 64)
		exitOn(err)
		now = time.Unix(seconds, 0)
	}
	body, err := io.ReadAll(os.Stdin)
	exitOn(err)
	exitOn(verify(body, args[0], args[1], now, 5*time.Minute))
	fmt.Println("valid")
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
