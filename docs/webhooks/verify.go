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

// verify checks the signature of a webhook. It returns an error with the reason if it is not valid.
//
// body is the request body as raw bytes, before it is decoded. header is the value of
// X-SERVICE-Signature. secret is the complete secret of the endpoint, including whsec_. Pass time.Now() and 5*time.Minute.
func verify(body []byte, header, secret string, now time.Time, tolerance time.Duration) error {
	// With an empty secret, any client could create a valid signature.
	if secret == "" {
		return errors.New("the secret is missing")
	}

	signedAt := ""
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		if strings.HasPrefix(part, "t=") {
			signedAt = part[len("t="):]
		}
		// During a rotation of the secret, there are several. Unknown names are ignored, because later versions can add names.
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
		// A comparison in constant time does not reveal how many characters are correct.
		matches = hmac.Equal([]byte(signature), []byte(expected)) || matches
	}
	if !matches {
		return errors.New("no signature matches")
	}

	// A recorded request must not be accepted later. Seconds are compared as integers: a duration could overflow.
	seconds, err := strconv.ParseInt(signedAt, 10, 64)
	if err != nil {
		return err
	}
	toleranceSeconds := int64(tolerance / time.Second)
	age := now.Unix() - seconds
	if age > toleranceSeconds || -age > toleranceSeconds {
		return fmt.Errorf("the time differs from the current time by more than %d s", toleranceSeconds)
	}
	return nil
}

// An example program. It reads the body from standard input.
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
