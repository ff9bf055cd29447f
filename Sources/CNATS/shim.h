// NATS' C client for Swift, only for builds with the trait NATS.
//
// JetStream's calls take records of pointers to texts, which Swift would have to keep alive by one nested call for each;
// so each of these calls is one function here. Each waits for the server's answer.
#ifndef CNATS_SHIM_H
#define CNATS_SHIM_H

#include <nats/nats.h>

// What is asked of a stream that is not there yet.
typedef struct {
    int64_t max_age;          // in nanoseconds
    int64_t max_bytes;
    int64_t duplicate_window; // in nanoseconds
} cnats_limits;

// Finds a stream, or creates it. `created` becomes the time of its creation, which tells it from a later one of its name.
static inline natsStatus cnats_open_stream(jsCtx *js, const char *name, const char *subjects, cnats_limits limits,
                                           int64_t *created, jsErrCode *code) {
    jsStreamInfo *info = NULL;
    natsStatus status = js_GetStreamInfo(&info, js, name, NULL, code);
    if (status == NATS_NOT_FOUND || *code == JSStreamNotFoundErr) {
        jsStreamConfig config;
        jsStreamConfig_Init(&config);
        config.Name = name;
        config.Subjects = &subjects;
        config.SubjectsLen = 1;
        config.MaxAge = limits.max_age;
        config.MaxBytes = limits.max_bytes;
        config.Duplicates = limits.duplicate_window;
        config.Discard = js_DiscardOld;
        config.Storage = js_FileStorage;
        *code = (jsErrCode)0;
        status = js_AddStream(&info, js, &config, NULL, code);
    }
    if (status == NATS_OK) *created = info->Created;
    jsStreamInfo_Destroy(info);
    return status;
}

// What a consumer is to send, and where. It ends a few seconds after nobody takes it.
typedef struct {
    const char *stream;
    const char *subject;
    const char *inbox;
    uint64_t first;    // the first message; 0 for those that come from now on
    int64_t heartbeat; // the time between two signs of life, in nanoseconds
} cnats_consumer;

// Has the server send what a subject has. `target` becomes the number of the last message that is there already.
static inline natsStatus cnats_consume(jsCtx *js, cnats_consumer consumer, uint64_t *target, jsErrCode *code) {
    jsConsumerConfig config;
    jsConsumerInfo *info = NULL;
    jsConsumerConfig_Init(&config);
    config.FilterSubject = consumer.subject;
    config.DeliverSubject = consumer.inbox;
    config.DeliverPolicy = consumer.first == 0 ? js_DeliverNew : js_DeliverByStartSequence;
    config.OptStartSeq = consumer.first;
    config.AckPolicy = js_AckNone;
    config.MaxDeliver = 1;
    config.Heartbeat = consumer.heartbeat;
    config.FlowControl = true;
    config.MemoryStorage = true;
    config.Replicas = 1;
    natsStatus status = js_AddConsumer(&info, js, consumer.stream, &config, NULL, code);
    if (status == NATS_OK) *target = info->Delivered.Consumer + info->NumPending;
    jsConsumerInfo_Destroy(info);
    return status;
}

// Publishes a message. `sequence` becomes its number in the stream.
static inline natsStatus cnats_publish(jsCtx *js, natsMsg *message, const char *id, int64_t milliseconds,
                                       uint64_t *sequence, jsErrCode *code) {
    jsPubOptions options;
    jsPubAck *acknowledgement = NULL;
    jsPubOptions_Init(&options);
    options.MsgId = id;
    options.MaxWait = milliseconds;
    natsStatus status = js_PublishMsg(&acknowledgement, js, message, &options, code);
    if (status == NATS_OK) *sequence = acknowledgement->Sequence;
    jsPubAck_Destroy(acknowledgement);
    return status;
}

// The numbers of a message: in its stream, of this consumer, and how many come after it.
typedef struct {
    uint64_t stream;
    uint64_t consumer;
    uint64_t pending;
    int64_t time; // in nanoseconds since 1970
} cnats_numbers;

// Reads the numbers of a message; false for what is no message of a stream.
static inline bool cnats_read_numbers(natsMsg *message, cnats_numbers *numbers) {
    jsMsgMetaData *data = NULL;
    if (natsMsg_GetMetaData(&data, message) != NATS_OK) return false;
    numbers->stream = data->Sequence.Stream;
    numbers->consumer = data->Sequence.Consumer;
    numbers->pending = data->NumPending;
    numbers->time = data->Timestamp;
    jsMsgMetaData_Destroy(data);
    return true;
}

#endif
