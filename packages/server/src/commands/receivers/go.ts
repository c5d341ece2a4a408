/** A receiver of webhooks for Go 1.21 or later. It needs no module. */
export const goReceiver = String.raw`// A receiver of webhooks. Start it with: WEBHOOK_SECRET=whsec_... go run receiver.go
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const toleranceSeconds = 300

// Each received event is a line of this file. Use a database table with a unique column in production.
const file = "events.jsonl"

// The longest body that is read, in bytes.
const maxBodyBytes = 8 << 20

type event struct {
	ID   string
	Type string
	Data json.RawMessage
}

// handle is what your program does with an event. If it returns an error, the event is sent and handled again.
func handle(received event) error {
	if received.Type != "order.paid" {
		fmt.Println(received.Type+":", received.ID)
		return nil
	}
	var order struct {
		OrderNumber string
		Total       int64
		Currency    string
	}
	if err := json.Unmarshal(received.Data, &order); err != nil {
		return err
	}
	fmt.Println("paid:", order.OrderNumber, order.Total, order.Currency)
	return nil
}

// verify returns an error with the reason if the signature (Standard Webhooks) is not valid.
func verify(body []byte, header http.Header, secrets []string) error {
	id, sentAt := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	now := time.Now().Unix()
	if err != nil || seconds < now-toleranceSeconds || seconds > now+toleranceSeconds {
		return errors.New("the time of sending is missing or not current")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		// With an empty key, any client could create a valid signature.
		if err != nil || len(key) == 0 {
			return errors.New("a secret in WEBHOOK_SECRET is not base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + sentAt + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, candidate := range strings.Split(header.Get("webhook-signature"), " ") {
			// A comparison in constant time does not reveal how many characters are correct.
			if hmac.Equal([]byte(candidate), []byte(expected)) {
				return nil
			}
		}
	}
	return errors.New("no signature matches")
}

// handleOnce handles and stores an event, unless it was stored before: an event can arrive twice, with the same id.
func handleOnce(received event, body []byte) error {
	lines, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer lines.Close()
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, maxBodyBytes+1)
	for scanner.Scan() {
		var stored event
		if err := json.Unmarshal(scanner.Bytes(), &stored); err != nil {
			return err
		}
		if stored.ID == received.ID {
			return nil
		}
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	if err := handle(received); err != nil {
		return err
	}
	_, err = lines.Write(append(bytes.ReplaceAll(body, []byte("\n"), nil), '\n'))
	return err
}

func main() {
	// While you change the secret of the endpoint: the old and the new one, separated by a comma.
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRET"), ",")
	if secrets[0] == "" {
		log.Fatal("Set WEBHOOK_SECRET to the secret of the endpoint.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	var handling sync.Mutex
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		// The raw body: if JSON is parsed and written again, its bytes can be different.
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, maxBodyBytes))
		if err == nil {
			err = verify(body, request.Header, secrets)
		}
		var received event
		if err == nil {
			err = json.Unmarshal(body, &received)
		}
		if err != nil {
			http.Error(writer, err.Error(), http.StatusBadRequest)
			return
		}
		handling.Lock()
		defer handling.Unlock()
		if err := handleOnce(received, body); err != nil {
			log.Print(err)
			http.Error(writer, "The event was not handled.", http.StatusInternalServerError)
			return
		}
		writer.WriteHeader(http.StatusNoContent)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://127.0.0.1:" + port)
	log.Fatal(http.Serve(listener, nil))
}
`;
